"""Images as differentiable operators: filters, colours, geometry, augmentations drawn at random."""

import kornia
import kornia.augmentation as augmentation
import torch

NEEDS = ["kornia"]


def _images(*shape):
    return torch.rand(*(shape or (2, 3, 16, 16)))


def filters(folder):
    def run(x):
        return (
            kornia.filters.gaussian_blur2d(x, (3, 3), (1.0, 1.0)),
            kornia.filters.sobel(x),
            kornia.filters.median_blur(x, (3, 3)),
            kornia.filters.unsharp_mask(x, (3, 3), (1.5, 1.5)),
            kornia.filters.laplacian(x, 3),
        )

    return torch.compile(run, backend="eager")(_images())


def edges(folder):
    return torch.compile(kornia.filters.Canny(), backend="eager")(_images())


def colours(folder):
    def run(x):
        hsv = kornia.color.rgb_to_hsv(x)
        lab = kornia.color.rgb_to_lab(x)
        return hsv, lab, kornia.color.hsv_to_rgb(hsv), kornia.color.rgb_to_grayscale(x), kornia.color.rgb_to_ycbcr(x)

    return torch.compile(run, backend="eager")(_images())


def enhancements(folder):
    def run(x):
        return kornia.enhance.adjust_hue(x, 0.2), kornia.enhance.equalize_clahe(x, grid_size=(2, 2)), kornia.enhance.adjust_gamma(x, 0.7)

    return torch.compile(run, backend="eager")(_images())


def warps(folder):
    def run(x, angle):
        turned = kornia.geometry.rotate(x, angle)
        scaled = kornia.geometry.resize(x, (8, 8), antialias=True)
        corners = torch.tensor([[[0.0, 0.0], [15.0, 0.0], [15.0, 15.0], [0.0, 15.0]]]).expand(2, -1, -1)
        matrix = kornia.geometry.get_perspective_transform(corners, corners + 2)
        return turned, scaled, kornia.geometry.warp_perspective(x, matrix, (16, 16))

    return torch.compile(run, backend="eager")(_images(), torch.tensor([10.0, 30.0]))


def augmentations(folder):
    model = augmentation.AugmentationSequential(
        augmentation.RandomHorizontalFlip(p=0.5), augmentation.RandomAffine(15.0, p=0.7), augmentation.ColorJitter(0.2, 0.2, 0.2, 0.1, p=1.0),
        data_keys=["input"],
    )  # fmt: skip
    compiled = torch.compile(model, backend="eager")
    return [compiled(_images()) for _ in range(2)]


def one_augmentation(folder):
    compiled = torch.compile(augmentation.RandomErasing(p=1.0), backend="eager")
    return [compiled(_images()) for _ in range(2)]


def keypoints(folder):
    def run(x):
        return kornia.feature.harris_response(x), kornia.feature.gftt_response(x), kornia.feature.SIFTDescriptor(8)(x[:, :, :8, :8])

    return torch.compile(run, backend="eager")(_images(2, 1, 16, 16))


def losses(folder):
    x, y = _images().requires_grad_(), _images()

    def run(x, y):
        return kornia.losses.ssim_loss(x, y, 5) + kornia.losses.total_variation(x).mean() + kornia.losses.psnr_loss(x, y, 1.0)

    torch.compile(run, backend="eager")(x, y).backward()
    return x.grad


def cameras(folder):
    def run(points, angles):
        turn = kornia.geometry.conversions.axis_angle_to_rotation_matrix(angles)
        quaternions = kornia.geometry.conversions.rotation_matrix_to_quaternion(turn)
        return turn @ points.mT, quaternions, kornia.geometry.conversions.convert_points_to_homogeneous(points)

    return torch.compile(run, backend="eager")(torch.randn(2, 5, 3), torch.randn(2, 3))


def morphology(folder):
    kernel = torch.ones(3, 3)
    return torch.compile(lambda x: (kornia.morphology.dilation(x, kernel), kornia.morphology.opening(x, kernel)), backend="eager")(_images())


def boxes(folder):
    def run(corners, mask):
        found = kornia.geometry.boxes.Boxes.from_tensor(corners, mode="xyxy")
        return found.to_tensor("xywh"), found.compute_area(), kornia.contrib.connected_components(mask, num_iterations=4)

    return torch.compile(run, backend="eager")(torch.tensor([[[1.0, 1.0, 4.0, 5.0]]]), (_images(1, 1, 8, 8) > 0.5).float())

"""Metrics that are updated and computed inside of compiled steps."""

import torch
import torchmetrics
import torchmetrics.functional as functional

NEEDS = ["torchmetrics"]


def _run(metric, *batches):
    """The metric's value of each batch, of all, and after a reset."""
    update = torch.compile(lambda *batch: metric(*batch), backend="eager")
    seen = [update(*batch) for batch in batches]
    seen.append(metric.compute())
    metric.reset()
    return seen


def _classes(rows=6):
    return torch.randn(rows, 4).softmax(-1), torch.randint(0, 4, (rows,))


def accuracy(folder):
    return _run(torchmetrics.Accuracy(task="multiclass", num_classes=4), _classes(), _classes())


def confusion(folder):
    return _run(torchmetrics.ConfusionMatrix(task="multiclass", num_classes=4), _classes(), _classes())


def areas_under_curves(folder):
    batches = [(torch.rand(8), torch.randint(0, 2, (8,))) for _ in range(2)]
    return _run(torchmetrics.AUROC(task="binary", thresholds=5), *batches), _run(torchmetrics.AveragePrecision(task="binary"), *batches)


def means(folder):
    return _run(torchmetrics.MeanMetric(), (torch.randn(3),), (torch.randn(3), torch.rand(3))), _run(torchmetrics.SumMetric(), (torch.randn(3),))


def errors(folder):
    batches = [(torch.randn(5), torch.randn(5)) for _ in range(2)]
    return _run(torchmetrics.MeanSquaredError(), *batches), _run(torchmetrics.R2Score(), *batches), _run(torchmetrics.PearsonCorrCoef(), *batches)


def lists_of_batches(folder):
    return _run(torchmetrics.SpearmanCorrCoef(), (torch.randn(5), torch.randn(5)), (torch.randn(5), torch.randn(5)))


def collections(folder):
    made = dict(accuracy=torchmetrics.Accuracy(task="multiclass", num_classes=4), f1=torchmetrics.F1Score(task="multiclass", num_classes=4, average="macro"))
    return _run(torchmetrics.MetricCollection(made), _classes(), _classes())


def images(folder):
    batches = [(torch.rand(1, 1, 16, 16), torch.rand(1, 1, 16, 16)) for _ in range(2)]
    return _run(torchmetrics.image.StructuralSimilarityIndexMeasure(data_range=1.0, kernel_size=5), *batches), _run(
        torchmetrics.image.PeakSignalNoiseRatio(data_range=1.0), *batches
    )


def functions(folder):
    def run(scores, wanted):
        return (
            functional.accuracy(scores, wanted, task="multiclass", num_classes=4),
            functional.f1_score(scores, wanted, task="multiclass", num_classes=4, average="weighted"),
            functional.pairwise_cosine_similarity(scores),
            functional.mean_absolute_error(scores[:, 0], wanted.float()),
        )

    return torch.compile(run, backend="eager")(*_classes())


def in_a_training_step(folder):
    model, metric = torch.nn.Linear(5, 4), torchmetrics.Accuracy(task="multiclass", num_classes=4)

    @torch.compile(backend="eager")
    def step(x, y):
        scores = model(x)
        metric.update(scores, y)
        return torch.nn.functional.cross_entropy(scores, y)

    losses = []
    for _ in range(3):
        loss = step(torch.randn(6, 5), torch.randint(0, 4, (6,)))
        loss.backward()
        losses.append(loss)
    return losses, metric.compute()


def tracked(folder):
    tracker = torchmetrics.MetricTracker(torchmetrics.Accuracy(task="multiclass", num_classes=4))
    update = torch.compile(lambda *batch: tracker.update(*batch), backend="eager")
    for _ in range(2):
        tracker.increment()
        update(*_classes())
    return tracker.compute_all(), tracker.best_metric()

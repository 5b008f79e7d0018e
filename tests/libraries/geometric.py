"""Graph networks: messages, pools and several kinds of nodes, on graphs that change in size."""

import torch
import torch_geometric.nn as nn
from torch_geometric.data import Batch, Data, HeteroData
from torch_geometric.utils import add_self_loops, degree, scatter, softmax, to_dense_adj, to_dense_batch

NEEDS = ["torch_geometric"]


def _graph(nodes=8, edges=20, features=6):
    return Data(
        x=torch.randn(nodes, features), edge_index=torch.randint(0, nodes, (2, edges)), edge_attr=torch.randn(edges, 3), y=torch.randint(0, 3, (nodes,))
    )  # fmt: skip


class _Net(torch.nn.Module):
    def __init__(self, first, second):
        super().__init__()
        self.first, self.second = first, second

    def forward(self, x, edge_index, *rest):
        return self.second(self.first(x, edge_index, *rest).relu(), edge_index, *rest)


def _train(model, steps=2, edges=False):
    compiled = torch.compile(model, backend="eager")
    optimizer = torch.optim.Adam(model.parameters(), 0.01)
    losses = []
    for step in range(steps):
        graph = _graph(nodes=8 + step, edges=20 + 3 * step)
        out = compiled(graph.x, graph.edge_index, *([graph.edge_attr] if edges else []))
        loss = torch.nn.functional.cross_entropy(out, graph.y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(loss)
    return losses, model.state_dict()


def convolutions(folder):
    return _train(_Net(nn.GCNConv(6, 8), nn.GCNConv(8, 3)))


def attention(folder):
    return _train(_Net(nn.GATConv(6, 4, heads=2, edge_dim=3), nn.GATv2Conv(8, 3, edge_dim=3)), edges=True)


def samples(folder):
    return _train(_Net(nn.SAGEConv(6, 8, aggr=["mean", "max", "std"]), nn.SAGEConv(8, 3, aggr="softmax")), steps=1)


def isomorphism(folder):
    layers = torch.nn.Sequential(torch.nn.Linear(6, 8), torch.nn.ReLU(), torch.nn.Linear(8, 8))
    return _train(_Net(nn.GINConv(layers, train_eps=True), nn.GraphConv(8, 3)))


def transformers_of_nodes(folder):
    return _train(_Net(nn.TransformerConv(6, 4, heads=2, edge_dim=3), nn.TransformerConv(8, 3, edge_dim=3)), edges=True)


def other_convolutions(folder):
    x, edges, attributes = torch.randn(7, 6), torch.randint(0, 7, (2, 15)), torch.randn(15, 3)
    made = [nn.ChebConv(6, 4, K=2), nn.TAGConv(6, 4), nn.SGConv(6, 4), nn.ARMAConv(6, 4), nn.LEConv(6, 4), nn.ClusterGCNConv(6, 4), nn.FeaStConv(6, 4)]
    seen = [torch.compile(layer, backend="eager")(x, edges) for layer in made]
    with_edges = [nn.NNConv(6, 4, torch.nn.Linear(3, 24)), nn.GMMConv(6, 4, dim=3, kernel_size=2), nn.GENConv(6, 4, edge_dim=3), nn.CGConv(6, dim=3)]
    return seen + [torch.compile(layer, backend="eager")(x, edges, attributes) for layer in with_edges]


def whole_graphs(folder):
    class Classifier(torch.nn.Module):
        def __init__(self):
            super().__init__()
            self.convolution, self.norm, self.pool, self.last = nn.GCNConv(6, 8), nn.BatchNorm(8), nn.TopKPooling(8, ratio=0.5), torch.nn.Linear(24, 2)

        def forward(self, x, edge_index, batch):
            x = self.norm(self.convolution(x, edge_index)).relu()
            pooled = [nn.global_mean_pool(x, batch), nn.global_max_pool(x, batch), nn.global_add_pool(x, batch)]
            return self.last(torch.cat(pooled, dim=-1)), self.pool(x, edge_index, batch=batch)[0]

    batch = Batch.from_data_list([_graph(5, 9), _graph(6, 12), _graph(4, 7)])
    return torch.compile(Classifier(), backend="eager")(batch.x, batch.edge_index, batch.batch)


def kinds_of_nodes(folder):
    data = HeteroData()
    data["paper"].x, data["author"].x = torch.randn(6, 5), torch.randn(4, 3)
    data["author", "writes", "paper"].edge_index = torch.stack([torch.randint(0, 4, (9,)), torch.randint(0, 6, (9,))])
    data["paper", "rev_writes", "author"].edge_index = data["author", "writes", "paper"].edge_index.flip(0)
    layer = nn.HeteroConv(
        {
            ("author", "writes", "paper"): nn.SAGEConv((3, 5), 8),
            ("paper", "rev_writes", "author"): nn.GATConv((5, 3), 8, add_self_loops=False),
        },
        aggr="sum",
    )
    compiled = torch.compile(layer, backend="eager")
    return compiled(data.x_dict, data.edge_index_dict)


def a_model_made_for_kinds_of_nodes(folder):
    data = HeteroData()
    data["user"].x, data["item"].x = torch.randn(5, 6), torch.randn(4, 6)
    data["user", "buys", "item"].edge_index = torch.stack([torch.randint(0, 5, (8,)), torch.randint(0, 4, (8,))])
    data["item", "rev_buys", "user"].edge_index = data["user", "buys", "item"].edge_index.flip(0)

    class Net(torch.nn.Module):
        def __init__(self):
            super().__init__()
            self.first, self.second = nn.SAGEConv(6, 8), nn.SAGEConv(8, 3)

        def forward(self, x, edge_index):
            return self.second(self.first(x, edge_index).relu(), edge_index)

    model = nn.to_hetero(Net(), data.metadata())
    return torch.compile(model, backend="eager")(data.x_dict, data.edge_index_dict)


def own_messages(folder):
    class Edges(nn.MessagePassing):
        def __init__(self):
            super().__init__(aggr="max")
            self.layers = torch.nn.Sequential(torch.nn.Linear(12, 8), torch.nn.ReLU(), torch.nn.Linear(8, 3))

        def forward(self, x, edge_index):
            edge_index, _ = add_self_loops(edge_index, num_nodes=x.size(0))
            scale = degree(edge_index[0], x.size(0)).clamp(min=1).rsqrt()
            return self.propagate(edge_index, x=x, norm=scale[edge_index[0]])

        def message(self, x_i, x_j, norm):
            return norm.view(-1, 1) * self.layers(torch.cat([x_i, x_j - x_i], dim=1))

    return _train(Edges())


def utilities(folder):
    def run(x, edge_index, batch):
        dense, mask = to_dense_batch(x, batch, batch_size=2, max_num_nodes=5)
        adjacency = to_dense_adj(edge_index, batch, batch_size=2, max_num_nodes=5)
        return dense, mask, adjacency, scatter(x, batch, dim=0, dim_size=2, reduce="mean"), softmax(x, batch, num_nodes=2)

    return torch.compile(run, backend="eager")(torch.randn(8, 3), torch.randint(0, 4, (2, 9)), torch.tensor([0] * 4 + [1] * 4))


def models(folder):
    x, edges = torch.randn(7, 6), torch.randint(0, 7, (2, 15))
    made = [nn.GCN(6, 8, 2, 3, jk="cat"), nn.GraphSAGE(6, 8, 2, 3, norm="batch"), nn.GAT(6, 8, 2, 3, heads=2), nn.PNA(
        6, 8, 2, 3, aggregators=["mean", "max"], scalers=["identity", "amplification"], deg=torch.tensor([0, 3, 2, 2])
    )]  # fmt: skip
    return [torch.compile(model.eval(), backend="eager")(x, edges) for model in made]

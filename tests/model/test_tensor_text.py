import json

import pytest

from traceview.model.tensor_text import Tensor, parse_tensor


@pytest.mark.parametrize(
    ("text", "tensor"),
    [
        (
            "dtype: DT_FLOAT shape { dim { size: 4 } dim { size: -1 } } "
            "allocation_description { requested_bytes: 16 allocator_name: cpu ptr: 1 }",
            Tensor("float", "[4, ?]", 16, "cpu"),
        ),
        ("dtype: DT_INT32\nshape {\n}\n", Tensor("int32", "[]", None, "")),
        ("dtype: DT_BOOL shape { dim { } }", Tensor("bool", "[0]", None, "")),
        ("dtype: DT_STRING shape { unknown_rank: true }", Tensor("string", "?", None, "")),
        (
            'dtype: DT_HALF allocation_description { allocator_name: "gpu_bfc" }',
            Tensor("half", "", 0, "gpu_bfc"),
        ),
        ("", None),
        ("shape { dim { size: 4 } }", None),
    ],
)
def test_a_tensor_is_read_from_its_description(text, tensor):
    assert parse_tensor(text) == tensor


def test_every_tensor_of_real_timelines_is_read(corpus):
    described = [
        event["args"]["snapshot"]["tensor_description"]
        for file in sorted((corpus / "timeline" / "tf_timeline").glob("*.memory.json"))
        for event in json.loads(file.read_text())["traceEvents"]
        if event["ph"] == "O"
    ]
    tensors = [parse_tensor(text) for text in described]
    assert len(tensors) > 100
    assert all(t and t.dtype and t.shape and t.allocator for t in tensors)

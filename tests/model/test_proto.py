from __future__ import annotations

import warnings
from pathlib import Path

import pytest
from google.protobuf.descriptor_pb2 import FileDescriptorSet
from google.protobuf.descriptor_pool import Default

import traceview.model.proto as proto

FOLDER = Path(proto.__file__).parent


def test_the_descriptor_set_is_made_from_the_sources(tmp_path: Path) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        protoc = pytest.importorskip("grpc_tools.protoc")
    made = tmp_path / "made.binpb"
    sources = sorted(path.name for path in FOLDER.glob("*.proto"))
    arguments = [f"--proto_path={FOLDER}", f"--descriptor_set_out={made}", *sources]
    assert protoc.main(["protoc", *arguments]) == 0
    assert described(made) == described(FOLDER / "traceview.binpb")


def described(path: Path) -> dict[str, bytes]:
    files = FileDescriptorSet.FromString(path.read_bytes()).file
    return {file.name: file.SerializeToString(deterministic=True) for file in files}


def test_the_messages_stay_out_of_the_pool_that_others_share() -> None:
    assert proto.XSpace.DESCRIPTOR.full_name == "traceview.xplane.XSpace"
    with pytest.raises(KeyError):
        Default().FindMessageTypeByName("traceview.xplane.XSpace")

"""What TensorFlow's and JAX's profilers call the ways in which one event hands work to another."""

from __future__ import annotations

# TSL's ContextType in the words of its GetContextTypeString; XProf does not tell the second,
# "legacy", from the first.
CONTEXT_TYPES = (
    "generic",
    "generic",
    "tf_exec",
    "tfrt_exec",
    "batch_sched",
    "PjRt",
    "as_batch_sched",
    "tfrt_rt",
    "tpu_embed",
    "gpu_launch",
    "batcher",
    "tpu_stream",
    "tpu_launch",
    "pathways_exec",
    "pjrt_library_call",
    "threadpool_event",
    "jax_serving_executor",
    "sc_offload",
)
GPU_LAUNCH, TPU_LAUNCH = CONTEXT_TYPES.index("gpu_launch"), CONTEXT_TYPES.index("tpu_launch")
OTHER = "other"  # of types that are newer than this list

"""Our model of trace-event files against what catapult and Perfetto make of them."""

"""The trace viewer's timeline: one plain widget that paints every event exactly."""

"""XSpace files (``*.xplane.pb``)."""

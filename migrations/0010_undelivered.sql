-- What was not delivered is found by project or endpoint and its state, in the order of time: the few that were cancelled,
-- among many dead, and those of an endpoint that was removed long ago. What was delivered, as most is, stands in neither.
drop index settled_undelivered;
create index settled_undelivered on settled_deliveries (project_id, state, delivery_id) where state <> 'delivered';
create index settled_undelivered_by_endpoint on settled_deliveries (endpoint_id, state, delivery_id) where state <> 'delivered';

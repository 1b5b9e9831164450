-- Reads a saved query with its access list and the names of its owner and last editor.
select q.id, q.name, q.connection_id as "connectionId", q.query_text as "queryText", q.parameters, q.chart, q.run_as as "runAs",
  q.expose_as_tool as "exposeAsTool",
  q.tags, q.owner_id as "ownerId", q.created_by as "createdBy", q.updated_by as "updatedBy", q.version,
  q.created_at as "createdAt", q.updated_at as "updatedAt",
  coalesce((select json_agg(json_build_object('id', a.id, 'userId', a.user_id,
      'groupId', a.group_id, 'write', a.write) order by a.id)
    from query_acl a where a.query_id = q.id), '[]') as acl,
  :createdByUser as "createdByUser",
  :updatedByUser as "updatedByUser"
from queries q where q.id = :id

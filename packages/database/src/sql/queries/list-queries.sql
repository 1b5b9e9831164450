-- Reads a page of saved queries in the order of their IDs, without those that the reader may no longer read.
select q.id, q.name, q.connection_id as "connectionId",
  (select json_build_object('id', c.id, 'name', c.name, 'driver', c.driver)
    from connections c where c.id = q.connection_id) as connection,
  left(q.query_text, :previewLength::int) as preview, q.tags, q.created_by as "createdBy",
  :createdByUser as "createdByUser", q.updated_by as "updatedBy",
  :updatedByUser as "updatedByUser", q.created_at as "createdAt",
  q.updated_at as "updatedAt", coalesce(q.owner_id = :userId, false) as "isOwn",
  exists (select from query_acl a where a.query_id = q.id and a.write
    and (a.user_id = :userId or (a.group_id = :everyone and :isOfTenant))
  ) as "mayWrite"
from unnest(:ids::text[]) with ordinality as page (id, place) join queries q using (id)
where :isReadable order by place

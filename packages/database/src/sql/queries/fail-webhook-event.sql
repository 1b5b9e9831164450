-- Schedules another try of a webhook event and counts the failure of its receiver.
--
-- Invariants:
-- * The wait doubles with each try up to `maxRetryMs`, and half of it is random so that receivers are not called in
--   step.
-- * After `breakAfter` failures in a row nothing is sent to the receiver for a time that doubles up to `maxBlockMs`.
-- * The event changes only while this try is its last one.
with put_back as (
  update webhook_events
  set sending_until = null, due_at = now() + (0.5 + random() / 2) * interval '1 millisecond'
    * least(:maxRetryMs::float8, :retryMs::float8 * power(2, least(attempts - 1, 30)))
  where id = :id::uuid and attempts = :attempts
)
insert into webhook_receivers as known (id, failures) values (:receiverId, 1)
on conflict (id) do update
set failures = known.failures + 1,
  blocked_until = case when known.failures + 1 >= :breakAfter::int then
    now() + (0.5 + random() / 2) * interval '1 millisecond' * least(:maxBlockMs::float8,
      :retryMs::float8 * power(2, least(known.failures + 1 - :breakAfter::int, 30))) end
returning failures

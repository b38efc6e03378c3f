import type { CloudEvent } from '#contract/calls/machine/events.ts'
import type { FeedEvent } from '#server/platform/feed.ts'

/** An event as it leaves: CloudEvents 1.0. */
export const cloudEventOf = ({ id, type, subject, at, data, seq }: FeedEvent, source: string): CloudEvent => ({
  specversion: '1.0',
  id,
  source,
  type,
  subject,
  time: at.toISOString(),
  datacontenttype: 'application/json',
  sequence: String(seq),
  data: { ...data },
})

import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { documentUses, type PublishedDocument } from '#contract/calls/documents.ts'
import { StartRefused } from '#server/platform/refusal.ts'

const header = z.object({
  id: z.string().check(z.regex(/^[a-zA-Z-]{2,40}$/)),
  version: z.string().check(z.regex(/^\d+(\.\d+)*$/)),
  from: z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/)),
  title: z.string().check(z.minLength(3)),
  use: z.enum(documentUses),
  required: z.enum(['yes', 'no']),
})

interface Published extends PublishedDocument {
  readonly text: string
}

/** A document file: `name: value` lines, an empty line, then the text exactly as people sign it. */
function read(folder: string, file: string): Published {
  const whole = readFileSync(join(folder, file), 'utf8')
  const end = whole.indexOf('\n\n')
  const lines = whole.slice(0, end).split('\n')
  const fields = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()]),
  )
  const parsed = header.safeParse(fields)
  if (!parsed.success || end < 0) {
    const field = parsed.success ? 'text' : String(parsed.error.issues[0]?.path[0])
    throw new StartRefused(`The document ${file} has a wrong ${field}: correct its header`)
  }
  const text = whole.slice(end + 2)
  const sha256 = createHash('sha256').update(text).digest('hex')
  return { ...parsed.data, required: parsed.data.required === 'yes', sha256, text }
}

/** The lender's published documents, every version that was ever in force, from a folder of the configuration. */
export function readPublishedDocuments(folder: string, today: () => string) {
  const all = readdirSync(folder)
    .filter((file) => file.endsWith('.md'))
    .sort()
    .map((file) => read(folder, file))
  const view = ({ text: _text, ...document }: Published): PublishedDocument => document

  function inForce(): Published[] {
    const now = today()
    const started = all.filter((d) => d.from <= now)
    return started.filter((d) => !started.some((other) => other.id === d.id && other.from > d.from))
  }

  return {
    /** Documents in force today, of one use or all. */
    current: (use?: PublishedDocument['use']) =>
      inForce()
        .filter((d) => use === undefined || d.use === use)
        .map(view),
    /** Versions that others have taken the place of, newest first. */
    earlier(): PublishedDocument[] {
      const now = inForce()
      return all
        .filter((d) => d.from <= today() && !now.includes(d))
        .sort((a, b) => b.from.localeCompare(a.from))
        .map(view)
    },
    version: (id: string, version: string) => all.find((d) => d.id === id && d.version === version),
  }
}

export type PublishedDocuments = ReturnType<typeof readPublishedDocuments>

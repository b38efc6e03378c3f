import type { Raw } from '#contract/step.ts'

export type SaveResult =
  | { readonly is: 'saved'; readonly revision: number }
  | { readonly is: 'offline' }
  /** The server holds something newer than was typed on */
  | { readonly is: 'conflict'; readonly raw: Raw; readonly revision: number }
  /** The step is closed, or the person signed out: trying again is no use */
  | { readonly is: 'refused' }

export type AutosaveState = 'none' | 'saved' | 'saving' | 'offline' | 'conflict'

type AutosaveParts = {
  readonly raw: Raw
  readonly revision: number
  save(patch: Raw, revision: number): Promise<SaveResult>
  /** Everything typed is kept on the device until the server has it, with what was sent and may have arrived */
  keep(raw: Raw, revision: number, tried: readonly Raw[]): Promise<unknown>
  drop(saved: Raw): void
  onState(state: AutosaveState): void
  /** Milliseconds of quiet before saving, and between tries without a network */
  quiet?: number
  again?: number
}

const textOf = (value: unknown) => JSON.stringify(value ?? null)

/** Fields that differ, with what they are now; a field that is gone becomes null */
export function difference(before: Raw, now: Raw): Raw {
  const names = new Set([...Object.keys(before), ...Object.keys(now)])
  const changed = [...names].filter((name) => textOf(before[name]) !== textOf(now[name]))
  return Object.fromEntries(changed.map((name) => [name, now[name] ?? null]))
}

const same = (one: Raw, other: Raw) => Object.keys(difference(one, other)).length === 0
const mostTried = 20
const longestWrite = 300

/**
 * Saves a step's raw answers while they are typed: only what changed, one save at a time, again when the network is back.
 * An answer may be lost on its way (a reload, a tunnel, a server that died): what the server then holds is recognised as
 * ours by what was sent, and nobody is asked about a conflict with oneself.
 */
export function createAutosave(parts: AutosaveParts) {
  const { quiet = 700, again = 5000 } = parts
  let sent = parts.raw
  let now = parts.raw
  let { revision } = parts
  let tried: readonly Raw[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  let saving: Promise<void> | null = null
  let over = false
  let touched = false

  const later = (wait: number) => {
    clearTimeout(timer)
    timer = setTimeout(() => void flush(), wait)
  }

  /** Written down before it is sent: a page that dies in between must know its own words again. A stuck store holds nobody up */
  const trying = (raw: Raw): Promise<unknown> => {
    tried = [...tried.filter((before) => !same(before, raw)), raw].slice(-mostTried)
    const patience = new Promise((resolve) => setTimeout(resolve, longestWrite))
    return Promise.race([parts.keep(now, revision, tried), patience])
  }

  /** Takes the server's revision over when what it holds came from here */
  function adopt(serverRaw: Raw, serverRevision: number): boolean {
    if (!tried.some((raw) => same(raw, serverRaw))) return false
    sent = serverRaw
    revision = serverRevision
    return true
  }

  function arrived(going: Raw, at: number): void {
    sent = going
    revision = at
    tried = []
    if (now === going) {
      parts.drop(going)
      parts.onState('saved')
    } else if (!over) later(quiet)
  }

  async function saveOnce(): Promise<void> {
    const going = now
    const patch = difference(sent, going)
    if (over) return
    if (Object.keys(patch).length === 0) return touched ? arrived(going, revision) : undefined
    parts.onState('saving')
    await trying(going)
    const result = await parts.save(patch, revision)
    if (result.is === 'saved') arrived(going, result.revision)
    else if (result.is === 'offline') {
      parts.onState('offline')
      if (!over) later(again)
    } else if (result.is === 'conflict' && adopt(result.raw, result.revision)) {
      if (!over) later(0)
    } else {
      over = result.is === 'conflict'
      parts.onState(result.is === 'conflict' ? 'conflict' : 'none')
    }
  }

  async function flush(): Promise<void> {
    clearTimeout(timer)
    while (saving) await saving
    saving = saveOnce().finally(() => {
      saving = null
    })
    await saving
  }

  return {
    change(raw: Raw) {
      touched = true
      now = raw
      void parts.keep(raw, revision, tried)
      if (!over && !saving) later(quiet)
    },
    /** Saves what waits, now */
    flush,
    /** The revision the server knows; for accepting the step */
    revision: () => revision,
    /** Stops saving, after what is on its way */
    async stop() {
      clearTimeout(timer)
      over = true
      await saving
    },
    /** Goes on saving after `stop` */
    goOn() {
      over = false
      later(0)
    },
    /** These answers are on their way by another call, and may arrive unheard */
    trying,
    adopt,
    /** What the server holds came from elsewhere: nothing is saved until the person chose */
    disagree() {
      over = true
      parts.onState('conflict')
    },
    /** Goes on on top of what the server holds */
    resume(serverRaw: Raw, serverRevision: number) {
      sent = serverRaw
      revision = serverRevision
      tried = []
      over = false
      later(0)
    },
    /** What an earlier page left on this device. Typed on an older revision than the server's: its save asks, unless that is ours */
    reopen(left: { readonly raw: Raw; readonly revision: number; readonly tried?: readonly Raw[] }) {
      tried = [...(left.tried ?? []), left.raw]
      const ours = left.revision >= revision || tried.some((raw) => same(raw, sent))
      revision = ours ? Math.max(left.revision, revision) : left.revision
      touched = true
      now = left.raw
      later(0)
    },
  }
}

export type Autosave = ReturnType<typeof createAutosave>

import { loanEvents } from './journal/loans.ts'
import { officeEvents } from './journal/office.ts'
import { personEvents } from './journal/people.ts'
import { requestEvents } from './journal/requests.ts'
import type { Actor, Nothing, Row, SubjectKind } from './journal/vocabulary.ts'

export type { Actor, NamedActor } from './journal/vocabulary.ts'

/** Every event the journal may hold. A name is never changed and never means something else: the journal is kept for ever. */
export const journalEvents = { ...requestEvents, ...personEvents, ...loanEvents, ...officeEvents } as const

type Events = typeof journalEvents
export type JournalEvent = keyof Events

export type DataOf<Event extends JournalEvent> = Events[Event] extends Row<SubjectKind, infer Data> ? Data : never

interface EntryOf<Event extends JournalEvent> {
  readonly event: Event
  readonly actor: Actor
  readonly subject: { readonly kind: Events[Event]['subject']; readonly id: string }
}

type WithData<Event extends JournalEvent> =
  Nothing extends DataOf<Event> ? { readonly data?: DataOf<Event> } : { readonly data: DataOf<Event> }

/** One event for the journal: its subject and data are what the table says of it. */
export type JournalEntry = { [Event in JournalEvent]: EntryOf<Event> & WithData<Event> }[JournalEvent]

const rows: Readonly<Record<string, Row<SubjectKind, unknown>>> = journalEvents

/** What an event is called in the office; its own name where this release does not know it. */
export const wordsOf = (event: string): string => rows[event]?.words ?? event

/** The words of an event that belongs into the history of a request, or nothing. */
export const historyWords = (event: string): string | undefined =>
  rows[event]?.history ? rows[event].words : undefined

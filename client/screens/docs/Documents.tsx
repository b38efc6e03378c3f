import { type PublishedDocument, publishedDocument, publishedDocuments } from '#contract/calls/documents.ts'
import { formatDate, type IsoDate } from '#contract/dates.ts'
import { Button } from '#ui/actions/Button.tsx'
import { Notice } from '#ui/feedback/Notice.tsx'
import { Soft, Stack } from '#ui/frame/Stack.tsx'
import { Details } from '#ui/show/Details.tsx'
import { Rows } from '#ui/show/Rows.tsx'
import { useRead } from '#ui/useRead.ts'

type Lists = { readonly documents: readonly PublishedDocument[]; readonly earlier: readonly PublishedDocument[] }

/** What binds everybody first, then what is accepted at sign-up, then consents, those a request cannot do without before the others */
const uses: readonly PublishedDocument['use'][] = ['contract', 'read', 'signUp', 'consent']
const asNeeded = (one: PublishedDocument, other: PublishedDocument) =>
  uses.indexOf(one.use) - uses.indexOf(other.use) || Number(other.required) - Number(one.required)

export interface PublishedLists {
  readonly lists: Lists | null
  /** Neither read nor failed: a list that came later would push away what is read below it */
  readonly awaited: boolean
  again(): void
}

export function usePublished(): PublishedLists {
  const { data: lists, failure, again } = useRead(publishedDocuments, {})
  return { lists, awaited: !lists && failure === null, again: () => void again() }
}

/** Every published document by version and date; those that are no longer in force under one heading */
export function Documents({ lists, again }: Pick<PublishedLists, 'lists' | 'again'>) {
  if (!lists)
    return (
      <Notice tone="warn" title="Список пока не открылся">
        <Button small kind="quiet" onClick={again}>
          Попробовать ещё раз
        </Button>
      </Notice>
    )
  return (
    <div>
      <Rows close>
        {[...lists.documents].sort(asNeeded).map((document) => (
          <OneDocument key={document.id} document={document} open={location.hash === `#${document.id}`} />
        ))}
      </Rows>
      {lists.earlier.length > 0 && (
        <Details title="Прежние редакции" lazy>
          {lists.earlier.map((document) => (
            <OneDocument key={`${document.id} ${document.version}`} document={document} earlier />
          ))}
        </Details>
      )}
    </div>
  )
}

type OneDocumentProps = { document: PublishedDocument; open?: boolean; earlier?: boolean }

function OneDocument({ document, open, earlier = false }: OneDocumentProps) {
  const { title, version, from } = document
  return (
    <Details title={earlier ? `${title}, версия ${version}` : title} lazy open={open}>
      <Soft>
        Версия {version}, {earlier ? 'действовала' : 'действует'} с {formatDate(from as IsoDate)}
      </Soft>
      <DocumentText document={document} />
    </Details>
  )
}

function DocumentText({ document }: { document: PublishedDocument }) {
  const { data, failure } = useRead(publishedDocument, {
    params: { documentId: document.id, version: document.version },
  })
  if (!data && failure === null) return <Soft>Открываем…</Soft>
  const text = data?.text ?? 'Текст пока не открылся. Обновите страницу.'
  return (
    <Stack gap="small">
      {text.split(/\n+/).map((line, place) =>
        // biome-ignore lint/suspicious/noArrayIndexKey: paragraphs of one unchanging text
        line.startsWith('#') ? <h3 key={place}>{line.replace(/^#+\s*/, '')}</h3> : <p key={place}>{line}</p>,
      )}
    </Stack>
  )
}

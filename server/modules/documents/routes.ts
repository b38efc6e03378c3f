import { publishedDocument, publishedDocuments } from '#contract/calls/documents.ts'
import { getDocument, listDocuments } from '#contract/calls/offer.ts'
import type { Router } from '#server/http/router.ts'
import { fail } from '#server/platform/failure.ts'
import type { Requests } from '../requests/index.ts'
import type { ClientDocuments, OpenDocument } from './generated.ts'
import type { PublishedDocuments } from './published.ts'

interface Parts {
  readonly router: Router
  readonly published: PublishedDocuments
  readonly documents: ClientDocuments
  readonly requests: Requests
  /** Puts the signature's record behind the bytes of a signed document. */
  readonly withSignature: (document: OpenDocument) => Promise<Buffer>
}

/** «Индивидуальные условия.pdf» as RFC 6266 and RFC 8187 write it. */
const attachment = (name: string) => {
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="document"; filename*=UTF-8''${encoded}`
}

/** The answer of a call that has no schema for it: sent as it is. */
const bytes = (body: Buffer | string) => body as unknown as undefined

/** The lender's published documents, and a person's own. */
export function documentRoutes({ router, published, documents, requests, withSignature }: Parts) {
  router.read(publishedDocuments, async () => ({
    documents: published.current(),
    earlier: published.earlier(),
  }))

  router.read(publishedDocument, async ({ params }) => {
    const found = published.version(params.documentId, params.version)
    if (!found) throw fail('not_found')
    const { text, ...document } = found
    return { document, text }
  })

  router.read(listDocuments, async ({ actor, params }) => {
    return { documents: await documents.list(await requests.owned(actor.id, params.id)) }
  })

  router.read(getDocument, async ({ actor, params, query, reply }) => {
    const request = await requests.owned(actor.id, params.id)
    const document = await documents.read(request, params.documentId)
    reply
      .header('x-content-type-options', 'nosniff')
      .header('content-security-policy', "sandbox; default-src 'none'")
      .header('cross-origin-resource-policy', 'same-origin')
      .header('cache-control', 'no-store')
    if (query.form === 'text') {
      reply.type('text/plain; charset=utf-8')
      return bytes(document.text)
    }
    const whole = query.form === 'exact' ? document.pdf : await withSignature(document)
    reply.type('application/pdf').header('content-disposition', attachment(`${document.title}.pdf`))
    return bytes(whole)
  })
}

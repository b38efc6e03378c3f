import type { ClientActor } from '#server/http/actors.ts'
import { keptFailures } from '#server/http/kept-failures.ts'
import type { TestPlatform } from '#server/testing/bench.ts'
import type { prolongationsBench } from '../prolongations/prolongations-bench.ts'
import { createPackages } from '../signing/index.ts'
import type { AppealParts } from './book.ts'
import { createAppeals } from './index.ts'

type Bench = Pick<
  ReturnType<typeof prolongationsBench>,
  'loans' | 'contacts' | 'lender' | 'notify' | 'requests' | 'documents' | 'signing' | 'current'
>

/** Files are the business of a test of their own. */
const noFiles: AppealParts['evidence'] = {
  takePaper: async () => {},
  stored: async () => {
    throw new Error('no files in this test')
  },
  read: async () => Buffer.alloc(0),
}

/** Appeals over a bench of running loans, and the code that new terms are signed with. */
export function withAppeals(
  platform: TestPlatform,
  bench: Bench,
  forget: AppealParts['forget'] = async () => {},
  evidence: AppealParts['evidence'] = noFiles,
) {
  const { loans, contacts, lender, notify, requests, documents, signing } = bench
  const isClient = async () => ({})
  const appeals = createAppeals({
    platform,
    loans,
    contacts,
    lender,
    notify,
    isClient,
    requests,
    documents,
    evidence,
    signing,
    forget,
  })
  const never = async () => {
    throw new Error('not in this test')
  }
  const askForCode = createPackages({
    platform,
    requests,
    documents,
    signing,
    makers: { application: never, contract: never, prolongation: never, newTerms: appeals.package },
  })

  /** The code of new terms, whose SMS is always the same in tests. */
  async function codeFor(actor: ClientActor, requestId: string) {
    const { version } = await bench.current(requestId)
    return (await askForCode(actor, requestId, { purpose: 'newTerms', version })).package
  }

  async function signTerms(
    actor: ClientActor,
    id: string,
    requestId: string,
    given: { package: string; code?: string; version?: number },
  ) {
    const version = given.version ?? (await bench.current(requestId)).version
    const { code = '111111', package: packageId } = given
    const entered = { code, package: packageId, version, address: '192.0.2.1', userAgent: 't' }
    return keptFailures(platform, (tx) => appeals.accept(tx, actor, id, entered))
  }

  return { appeals, codeFor, signTerms }
}

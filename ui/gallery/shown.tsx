import type { ReactNode } from 'react'
import demo from '#config/lender.json' with { type: 'json' }
import type { Call, CallAnswer } from '#contract/call.ts'
import { publicLender, validateLender } from '#contract/lender.ts'
import { BrandContext } from '../brand.ts'
import { toast } from '../feedback/toast.ts'
import { type Services, ServicesContext } from '../services.ts'

const verdict = validateLender(demo)
if (!verdict.ok) throw new Error('the demo lender is broken')
export const lender = publicLender(verdict.lender)

/** What a server would say; anything else is waited for without end. */
const answers: Readonly<Record<string, unknown>> = {
  sendCode: { resendAfterSeconds: 60 },
  sendEmailCode: { resendAfterSeconds: 60 },
  sendConfirmationCode: { resendAfterSeconds: 60 },
  suggest: { suggestions: [{ value: 'Москва', data: {} }] },
  requestSigningCode: {
    package: 'sample',
    documents: [{ id: 'sample', title: 'Индивидуальные условия', sha256: '0123456789abcdef'.repeat(4) }],
    resendAfterSeconds: 60,
    livesSeconds: 600,
  },
}

const services: Services = {
  call: <C extends Call>({ name }: C) =>
    new Promise<CallAnswer<C>>((resolve) => {
      if (name in answers) resolve(answers[name] as CallAnswer<C>)
    }),
  newKey: () => 'sample',
  go: (to) => toast(to),
  lender,
  requests: null,
  mainRequest: null,
  requestsFailure: null,
  holdRequest: () => {},
  refresh: async () => {},
  leave: async () => {},
  overlay: () => {},
  showError: (error) => toast(error instanceof Error ? error.message : 'Ошибка'),
  toast,
  now: () => new Date(),
}

/** The shell of the parts that ask for one: its server answers with what is invented here. `more`: what else it knows. */
export function Shown({ more, children }: { more?: Partial<Services>; children: ReactNode }) {
  return (
    <ServicesContext value={{ ...services, ...more }}>
      <BrandContext value={lender.brand}>{children}</BrandContext>
    </ServicesContext>
  )
}

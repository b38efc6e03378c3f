import { createGuardrails, generateSecret, generateURI, verifySync } from 'otplib'

/** Length of a time step, and how many steps a clock may be off (RFC 6238, 5.2). */
const stepSeconds = 30
const stepsOff = 1

export const totpPlace = (id: string) => ({ table: 'staff', id, column: 'totp' })

/** 160 bits, base32. */
export const newTotpSecret = () => generateSecret()

/** The shortest secret authenticators hand out is 80 bits; ours are of 160. */
const guardrails = createGuardrails({ MIN_SECRET_BYTES: 10 })
export const isTotpSecret = (text: string) => /^[A-Z2-7]{16,}$/.test(text)

export const totpUri = (brand: string, login: string, secret: string) =>
  generateURI({ issuer: brand, label: login, secret })

/** The time step this code belongs to, or null when it is no code of now, the step before or the step after. */
export function totpStep(secret: string, code: string, now: Date): number | null {
  const epoch = Math.floor(now.getTime() / 1000)
  const result = verifySync({ secret, guardrails, token: code, epoch, epochTolerance: stepsOff * stepSeconds })
  return result.valid && 'timeStep' in result ? result.timeStep : null
}

import { redactText } from '#server/platform/redaction.ts'
import type { ErrorReport } from './envelope.ts'

type Json = Record<string, unknown>

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Addresses are told without host, query and fragment: none of them is needed to find the place. */
const placeText = (value: unknown) =>
  typeof value === 'string' ? redactText(withoutHost(value.slice(0, 2000)).split(/[?#]/, 1)[0] ?? '').slice(0, 150) : ''

const withoutHost = (address: string) => address.replace(/^https?:\/\/[^/]+/, '')

function read(body: string): Json | undefined {
  try {
    const parsed: unknown = JSON.parse(body)
    const report = isObject(parsed) ? parsed['csp-report'] : undefined
    return isObject(report) ? report : undefined
  } catch {
    return undefined
  }
}

/** A report in the shape of CSP level 2, which `report-uri` sends (https://www.w3.org/TR/CSP2/#violation-reports). */
export function readViolation(body: string): ErrorReport[] {
  const report = read(body)
  if (!report) return []
  const directive = placeText(report['effective-directive'] ?? report['violated-directive']).split(' ')[0]
  const blocked = placeText(report['blocked-uri']) || 'inline'
  const place = placeText(report['source-file']) || placeText(report['document-uri'])
  return [
    { message: `Content-Security-Policy: ${directive} stopped ${blocked}`, place, release: undefined, breadcrumbs: [] },
  ]
}

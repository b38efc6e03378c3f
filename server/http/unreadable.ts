import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { Config } from '#server/platform/config.ts'
import { wireError } from './errors.ts'
import { headersOutsideRoutes } from './headers.ts'

/** What Node's own parser refuses otherwise than by 400. */
const statuses: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
}

/** Answers bytes that are no HTTP request, in the documented shape and with the headers of every answer, and hangs up. */
export function answerUnreadable(config: Config) {
  const headers = Object.entries(headersOutsideRoutes(config)).map(([name, value]) => `${name}: ${value}\r\n`)
  return ({ code }: Error & { code?: string }, socket: Socket): void => {
    if (code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
    const status = statuses[code ?? ''] ?? 400
    const body = JSON.stringify(wireError('bad_request'))
    socket.end(
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${headers.join('')}content-type: application/json; charset=utf-8\r\n` +
        `content-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
      () => socket.destroy(),
    )
  }
}

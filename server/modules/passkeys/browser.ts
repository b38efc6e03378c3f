import '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Random } from '#server/platform/random.ts'
import type { OwnerKind } from './store.ts'

const names: Readonly<Record<OwnerKind, string>> = {
  client: '__Host-zayavka-key',
  staff: '__Host-zayavka-office-key',
}

/** Ties a challenge to the browser that asked for it, for the minutes it lives. */
export function newBinding(kind: OwnerKind, random: Random, reply: FastifyReply): string {
  const binding = random.token()
  reply.setCookie(names[kind], binding, { path: '/', httpOnly: true, secure: true, sameSite: 'strict', maxAge: 300 })
  return binding
}

export const bindingOf = (kind: OwnerKind, http: FastifyRequest): string => http.cookies[names[kind]] ?? ''

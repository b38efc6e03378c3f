import * as z from 'zod/mini'
import { defineCall } from '../call.ts'

const id = z.object({ id: z.string().check(z.maxLength(64)) })

/** Why a file that has arrived whole is not taken. */
export const fileRefusals = [
  'file_type',
  'video_type',
  'paper_type',
  'pdf_not_read',
  'file_broken',
  'heic_not_read',
  'picture_too_small',
  'picture_too_large',
  'video_too_short',
  'video_too_long',
] as const

export const finishUpload = defineCall({
  name: 'finishUpload',
  lane: 'long',
  capture: true,
  about: 'Checks the bytes of an upload that arrived whole and stores them sealed; asked again, answers the same',
  method: 'POST',
  path: '/service/uploads/:id/finish',
  limit: 'uploadFinish',
  params: id,
  answer: z.object({
    id: z.string(),
    /** Of the stored bytes. */
    type: z.string(),
    sha256: z.string(),
    size: z.number(),
    durationMs: z.optional(z.number()),
  }),
  errors: ['not_found', 'upload_incomplete', ...fileRefusals, 'storage_full'],
})

export const ownFile = defineCall({
  name: 'ownFile',
  lane: 'long',
  capture: true,
  about: "A client's own photo or video, as stored; parts of it by the header Range",
  method: 'GET',
  path: '/service/uploads/:id/file',
  params: id,
  errors: ['not_found'],
})

export const askDigits = defineCall({
  name: 'askDigits',
  capture: true,
  about: 'New digits to be read aloud in the video; the upload must begin before they are over',
  method: 'POST',
  path: '/service/requests/:id/digits',
  limit: 'rareChange',
  params: id,
  status: 201,
  answer: z.object({ id: z.string(), digits: z.string(), until: z.string() }),
  errors: ['not_found', 'step_closed'],
})

export const measureSpeed = defineCall({
  name: 'measureSpeed',
  capture: true,
  about: 'Takes bytes and throws them away: the time it took tells the speed of the connection',
  method: 'POST',
  path: '/service/speed',
  limit: 'uploadFinish',
  body: z.object({ filler: z.string().check(z.maxLength(70_000)) }),
  answer: z.object({ bytes: z.number() }),
})

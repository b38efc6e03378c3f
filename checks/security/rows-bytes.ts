import type { Row } from './rows.ts'

const mutations = 'checks/security/mutations.test.ts'
const parsers = 'checks/security/two-parsers.test.ts'
const contents = 'server/modules/evidence/contents.test.ts'
const worker = 'server/platform/worker-process.test.ts'

/** What was found by attack in how strangers' bytes are taken. */
export const bytes: readonly Row[] = [
  {
    id: 'N2',
    what: 'strangers’ bytes are opened in bounded worker processes; any failure settles the file as refused',
    red: '`finish` of 40 MB of empty elements took 21.4 s, another call waited 21.1 s',
    proofs: [
      [mutations, 'N2:'],
      ['server/modules/evidence/serving.test.ts', 'N2:'],
      [worker, 'one that never stops computing'],
      [worker, 'is bounded in its objects'],
      [worker, 'is bounded in native memory'],
      [worker, 'an answer larger than it may be'],
      [worker, 'when one ends over a question, nobody else hears of it'],
      [worker, 'more than may wait are turned away'],
    ],
  },
  {
    id: 'N3',
    what: 'the upload the library works with is the row that was authorised; the folder is swept for what no row knows',
    red: 'an attacker’s bytes were written into another’s upload (offset 1010 for 1000); 201 for 409',
    proofs: [
      [parsers, 'N3:'],
      ['server/modules/evidence/sweeping.test.ts', 'what no upload knows goes'],
    ],
  },
  {
    id: 'N13',
    what: 'a video has frames with bytes; its length is theirs',
    red: '144 bytes without a frame read as a video of 10 s',
    proofs: [
      [contents, 'an MP4 whose header alone says 8 s'],
      [contents, 'an MP4 of one frame'],
      [contents, 'an MP4 of frames without bytes'],
      [contents, 'an MP4 of frames outside'],
      [contents, 'an MP4 of more frames'],
      [contents, 'a WebM without frames'],
      [contents, 'a WebM of one frame'],
    ],
  },
  {
    id: 'N17',
    what: 'what opens strangers’ files has no environment; unfinished uploads lie sealed',
    red: 'JFIF stood in the open in the uploads folder',
    proofs: [
      [parsers, 'N17:'],
      [worker, 'knows no environment at all'],
      ['server/platform/partial-files.test.ts', 'sealed where they stand'],
    ],
  },
  {
    id: 'N19',
    what: 'what a library reads again is compared with our reading, under the same hostile inputs',
    red: 'of 1 000 odd requests some answered 500 and 501 from the library',
    proofs: [
      [parsers, 'N19:'],
      ['server/http/json.test.ts', 'as JSON.parse reads it'],
      ['server/http/admission.test.ts', 'N19:'],
    ],
  },
]

import { type Claim, differs, holds, inFile, unseen } from '../claim.ts'
import {
  callsTest,
  consoleHere,
  errorsTest,
  filling,
  gateFaults,
  mainJob,
  reports,
  requestsFaults,
  screensHere,
  serviceScreens,
} from '../places.ts'

const camera = inFile('checks/capture/camera.test.ts')
const wholeJob = mainJob('from the calculator to «money paid out»')
const newBorrower = filling('a new borrower and a returning one: taps and characters counted')
const byField = reports('S9: what was sent, its status, code and ids can be read')

/** The opening of the text, and its section 1. */
export const product: readonly Claim[] = [
  holds('0.1', 'A browser application for customers of a short-term consumer lending service', 'browser', wholeJob),
  holds('0.2', 'A customer authenticates', 'browser', newBorrower),
  holds(
    '0.3',
    'The customer views their loan requests',
    'browser',
    requestsFaults('S11: the main request is the first if it is a loan'),
  ),
  holds('0.4', 'The customer goes through numbered steps to fill a request', 'browser', newBorrower),
  holds('0.5', 'The customer sends the request for verification', 'browser', newBorrower, wholeJob),
  holds(
    '1.1',
    'Audience: clients of a consumer short-term lending service who make loan requests',
    'browser',
    wholeJob,
  ),
  holds('1.2', 'The customer authenticates, sees a working desk', 'browser', wholeJob),
  holds('1.3', 'The customer creates a request', 'browser', wholeJob),
  holds('1.4', 'The customer fills a request', 'browser', newBorrower),
  holds(
    '1.5',
    'The customer sends it for verification',
    'call',
    callsTest('twenty identical sends have one effect, and the journal holds one'),
  ),
  holds(
    '1.6',
    'The flow involves identity or document verification',
    'browser',
    camera('a good page is taken by itself after a second, sent, and the next step opens'),
    camera('a video with digits is recorded, replayed, sent, and can be sought through'),
  ),
  holds(
    '1.7',
    'The flow needs camera and microphone permissions',
    'browser',
    camera('the device check says what works and lets through'),
    camera('refused, and no camera: words, ways out, and a file gets through'),
  ),
  unseen('1.8', 'The exact content of each step', 'Not shown in the text. Ours is in docs/steps.md.'),
  holds(
    '1.9',
    'The interface text is in Russian',
    'browser',
    screensHere('1.9, 9.21: every screen a visitor meets is in Russian'),
  ),
  holds(
    '1.10',
    'A developer debugging console is bundled: log, system, network, element and storage panels',
    'browser',
    serviceScreens('debug console: only in dev mode, with its panels'),
  ),
  holds(
    '1.11',
    'The console is not a user-facing feature',
    'browser',
    consoleHere('1.11, 2.67: without dev mode nothing of the console is fetched'),
  ),
  holds(
    '1.12',
    'Errors of failed calls are reported to an error-reporting service',
    'browser',
    errorsTest('a network exception is reported to this server, and the office lists it'),
    reports('S2: by the server, under the page’s own policy; the message is what was thrown'),
  ),
  differs(
    '1.13',
    'The sent input is written to the console',
    'browser',
    'Told by field: what a person typed is hidden, because consoles and reports are read by others; codes, statuses and ids stay.',
    byField,
  ),
  differs('1.14', 'The server response is written to the console', 'browser', 'By field, as 1.13.', byField),
  holds(
    '1.15',
    'The handling then continues',
    'browser',
    gateFaults('S7: one poll of the current request that fails changes nothing'),
    serviceScreens('error dialog: its title is the message; asks for a screenshot through the messenger'),
  ),
  unseen('1.16', 'The shape of the reported response', 'Not shown in the text.'),
]

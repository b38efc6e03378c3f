import { type Claim, differs, holds, inFile, noted, unseen } from '../claim.ts'
import { builtHere, errorsTest, gateFaults, routesTest, screensHere, startFaults } from '../places.ts'

const visitorSees = (path: string) =>
  routesTest(`${path} is there for a visitor, with no call to another host and no error`)
const lazy = screensHere('2.4, 2.5, 2.20, 2.21, 2.48: a screen comes in files of its own')
const authSteps = screensHere('2.12, 2.14, 2.15, 2.16, 2.17: the step screens of the authentication mode')
const walk = screensHere('2.3, 2.23 to 2.45: every screen of the verification mode')
const modes = builtHere('2.6, 2.14, 2.25: each numbered screen is in the mode the text gives it')

const verification = [5, 9, 10, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 36, 37, 38, 39]

/** Section 2 of the text: routes. */
export const routes: readonly Claim[] = [
  holds('2.1', 'Routes are relative to the app root', 'browser', visitorSees('/step2')),
  unseen('2.2', 'Step contents', 'Not shown in the text. Ours are in docs/steps.md.'),
  noted(
    'What a screen needs besides stands behind a «?»: which loan, back to the check page.',
    holds('2.3', 'No route parameters are visible', 'browser', walk),
  ),
  holds('2.4', 'Screens are loaded lazily', 'browser', lazy),
  holds('2.5', 'A loading placeholder is shown meanwhile', 'browser', lazy),
  holds('2.6', 'Two scenario modes gate the routes', 'build', modes),
  differs(
    '2.7',
    'Authentication mode: shown only once the authentication status is known',
    'browser',
    'The start is drawn ahead as a picture, so that the price is there at once on a slow phone and answers a finger; the screen itself comes once the status is known, with what was chosen.',
    routesTest('step_auth: nothing before the auth status is known but the loading overlay, then the screen'),
    startFaults('S1: until the status is known the picture has the right price and keeps a choice'),
  ),
  holds(
    '2.8',
    'The status is passed to the screen',
    'browser',
    screensHere('2.8, 2.10: the start is given the auth status'),
    errorsTest('401 on /authenticated → no_auth: the desk asks to sign in'),
  ),
  holds('2.9', '/ is the start screen', 'browser', visitorSees('/')),
  holds('2.10', '/ receives the auth status', 'browser', screensHere('2.8, 2.10: the start is given the auth status')),
  holds(
    '2.11',
    '/ has an error fallback screen',
    'browser',
    startFaults('S1: a start that throws leaves its fallback, not its picture'),
    startFaults('S1: /authenticated answers 500: no picture over the screen that says so, and a way to try again'),
  ),
  holds('2.12', '/step3 is the working desk', 'browser', authSteps),
  holds(
    '2.13',
    '/step3 receives the auth status',
    'browser',
    errorsTest('401 on /authenticated → no_auth: the desk asks to sign in'),
  ),
  holds('2.14', '/step16 is a step screen in this mode', 'browser', authSteps, modes),
  holds('2.15', '/step19 is a step screen in this mode', 'browser', authSteps),
  holds('2.16', '/step20 is a step screen in this mode', 'browser', authSteps),
  holds('2.17', '/step35 is a step screen in this mode', 'browser', authSteps),
  holds(
    '2.18',
    '/step19 is the shared request form in create-request mode',
    'browser',
    screensHere('2.18, 2.46: the form that creates a request and the one that fills it have the same fields'),
  ),
  holds('2.19', '/step19 has no request id', 'browser', screensHere('2.19: a request is created without an id')),
  holds('2.20', '/step2 is lazily loaded', 'browser', lazy, visitorSees('/step2')),
  holds('2.21', '/step18 is lazily loaded', 'browser', lazy, visitorSees('/step18')),
  unseen('2.22', 'The mode of /step2 and /step18', 'Not shown in the text. Ours needs no status: sign in, sign up.'),
  holds(
    '2.23',
    'Send-to-verification mode: shown only once an active request id is known',
    'browser',
    walk,
    routesTest('step_sendToVerification 2: a result that is not correct → nothing happens'),
  ),
  holds('2.24', 'The id is passed to the screen', 'browser', walk),
  ...verification.map((step, at) => holds(`2.${25 + at}`, `/step${step} is in this mode`, 'browser', walk, modes)),
  holds(
    '2.46',
    '/step34 is the shared request form in fill-request mode',
    'browser',
    screensHere('2.18, 2.46: the form that creates a request and the one that fills it have the same fields'),
  ),
  holds(
    '2.47',
    '/step34 has the auth status forced to true',
    'browser',
    gateFaults('S12: /step34 has its auth status forced to true: the form asks nobody to be known'),
  ),
  holds('2.48', '/docs: lazily loaded documentation screen', 'browser', lazy, visitorSees('/docs')),
  holds(
    '2.49',
    '/mediapermissionshelp: help screen for camera and microphone permissions',
    'browser',
    visitorSees('/mediapermissionshelp'),
    inFile('client/screens/mediapermissionshelp/guides.test.ts')('the guide of Chrome на Android comes first there'),
  ),
  holds(
    '2.50',
    '/steperrornoauth: error screen for a user who is not authenticated',
    'browser',
    visitorSees('/steperrornoauth'),
  ),
  holds(
    '2.51',
    'The browser is redirected there when the server reports 401 on the requests call',
    'browser',
    errorsTest('401 on the requests call → /steperrornoauth'),
  ),
]

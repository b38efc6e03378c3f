import { type Claim, holds } from '../claim.ts'
import { consoleHere, errorsTest, gateFaults, reports, serviceScreens, summary } from '../places.ts'

const exception = errorsTest('network exception → its message')
const entries = consoleHere(
  '8.16, 8.17, 8.18: uncaught errors, failed resources and unhandled rejections are error entries',
)

/** Section 8 of the text. */
export const errors: readonly Claim[] = [
  holds('8.1', '401 on the requests call: status noauth', 'rule', summary('401 → noauth')),
  holds(
    '8.2',
    '401 on the authenticated check: not authenticated',
    'browser',
    errorsTest('401 on /authenticated → no_auth: the desk asks to sign in'),
  ),
  holds(
    '8.3',
    'The requests call redirects the browser to /steperrornoauth',
    'browser',
    errorsTest('401 on the requests call → /steperrornoauth'),
  ),
  holds(
    '8.4',
    'Null or undefined server response: status error, message «requests_findByClientIds > server_response_arr == null»',
    'browser',
    summary('null or undefined answer'),
    errorsTest('null answer'),
  ),
  holds(
    '8.5',
    'Response with an error field: message is code:message',
    'browser',
    summary('answer with an error → code:message, both shapes'),
    errorsTest('answer with an error → code:message'),
  ),
  holds(
    '8.6',
    'Network exception: status error with the exception message',
    'browser',
    summary('network exception → its message'),
    exception,
  ),
  holds(
    '8.7',
    'Network exception: reported to the error service',
    'browser',
    errorsTest('a network exception is reported to this server, and the office lists it'),
    reports('S2: an exception of the network keeps its words: no name of a host behind them'),
  ),
  holds(
    '8.8',
    'Network exception: the authenticated check also hides the loading overlay',
    'browser',
    gateFaults('S8: no connection: the overlay is gone, «нет связи» and a way to try again'),
    errorsTest('network exception on the authenticated check: the loading overlay is hidden'),
  ),
  holds(
    '8.9',
    'Schema mismatch: error with the validator message',
    'browser',
    errorsTest('schema mismatch → the validator’s message'),
  ),
  holds(
    '8.10',
    'Errors are also written to a logging helper',
    'browser',
    exception,
    reports('S9: what was sent, its status, code and ids can be read'),
  ),
  holds(
    '8.11',
    'Core initialisation throws an error whose message starts with «CoreInitObjectInit > catch > error»',
    'browser',
    errorsTest('start-up of the core fails: an error that begins CoreInitObjectInit > catch > error'),
  ),
  holds(
    '8.12',
    'Debug console initialisation throws one starting with «vConsoleInit > catch > error»',
    'browser',
    errorsTest('start-up of the debug console fails: an error that begins vConsoleInit > catch > error'),
  ),
  holds(
    '8.13',
    'User-facing: route error screen',
    'browser',
    serviceScreens('route error: heading, status text, and «на рабочий стол» reloads at /step3'),
  ),
  holds(
    '8.14',
    'User-facing: generic error dialog',
    'browser',
    serviceScreens('error dialog: its title is the message; asks for a screenshot through the messenger'),
  ),
  holds(
    '8.15',
    'User-facing: component-crash fallback',
    'browser',
    serviceScreens('crash fallback: a screen whose chunk never comes; «обновить» reloads'),
    gateFaults(
      'S5: the chunk of the dialogs fails: the screen stands, «Компонент размонтирован» with «обновить» beside it',
    ),
  ),
  holds('8.16', 'The debug console logs uncaught window errors as error entries', 'browser', entries),
  holds('8.17', 'The debug console logs failed resource loads as error entries', 'browser', entries),
  holds('8.18', 'The debug console logs unhandled promise rejections as error entries', 'browser', entries),
]

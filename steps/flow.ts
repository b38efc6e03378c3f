/** The order of the filling steps, and nothing else. */
export const flow = [
  'step34-request',
  'step10-person',
  'step09-passport',
  'step21-registration',
  'step22-home',
  'step23-family',
  'step24-work',
  'step25-income',
  'step26-contacts',
  'step32-destination',
  'step33-consents',
] as const

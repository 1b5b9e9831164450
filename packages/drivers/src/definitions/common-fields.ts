import type { DriverField } from './definition.js';

/** Who signs in to a server, and how the way there is protected. Certificates are PEM text, never paths. */
export const signInFields = [
  { key: 'username', formType: 'TEXT', label: 'User name', required: true, endpoint: true },
  { key: 'password', formType: 'PASSWORD', label: 'Password', secret: true },
  { key: 'ssl', formType: 'CHECKBOX', label: 'Use TLS', endpoint: true },
  {
    key: 'sslSelfSigned',
    formType: 'CHECKBOX',
    label: 'Accept any server certificate',
    description:
      'Turns the check of the server certificate off: the traffic is encrypted, but anyone on the ' +
      'way can pose as the server. Better: paste the certificate authority below.',
    endpoint: true,
  },
  {
    key: 'ca',
    formType: 'TEXTAREA',
    label: 'Certificate authority (PEM)',
    description: "Who signed the server's certificate, when it is no public authority.",
    endpoint: true,
  },
  { key: 'cert', formType: 'TEXTAREA', label: 'Client certificate (PEM)' },
  { key: 'key', formType: 'TEXTAREA', label: 'Client key (PEM)', secret: true },
] as const satisfies DriverField[];

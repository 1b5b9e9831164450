import type { DriverField } from './driver-definition.js';

/** Fields of a SOCKS5 proxy. */
export const socksFields = [
  { key: 'useSocks', formType: 'CHECKBOX', label: 'Use a SOCKS5 proxy', endpoint: true },
  { key: 'socksHost', formType: 'TEXT', label: 'Proxy host', endpoint: true },
  {
    key: 'socksPort',
    formType: 'TEXT',
    label: 'Proxy port',
    placeholder: '1080',
    endpoint: true,
  },
  {
    key: 'socksUsername',
    aliases: ['socksUser'],
    formType: 'TEXT',
    label: 'Proxy user name',
    endpoint: true,
  },
  { key: 'socksPassword', formType: 'PASSWORD', label: 'Proxy password', secret: true },
] as const satisfies DriverField[];

/** Fields of credentials and TLS. Certificates are PEM text, never paths. */
export const signInFields = [
  {
    key: 'username',
    aliases: ['user'],
    formType: 'TEXT',
    label: 'User name',
    required: true,
    endpoint: true,
  },
  {
    key: 'password',
    aliases: ['pass', 'pwd'],
    formType: 'PASSWORD',
    label: 'Password',
    secret: true,
  },
  {
    key: 'ssl',
    aliases: ['tls', 'useSsl', 'useTls'],
    formType: 'CHECKBOX',
    label: 'Use TLS',
    endpoint: true,
  },
  {
    key: 'sslSelfSigned',
    formType: 'CHECKBOX',
    label: 'Accept any server certificate',
    description:
      'Disables verification of the server certificate: traffic is encrypted, but a man in the middle ' +
      'can impersonate the server. Prefer a certificate authority below.',
    endpoint: true,
  },
  {
    key: 'ca',
    aliases: ['caCertificate', 'sslCa'],
    formType: 'TEXTAREA',
    label: 'Certificate authority (PEM)',
    description: 'Certificate authority of the server, if it is not a public one.',
    endpoint: true,
  },
  {
    key: 'cert',
    aliases: ['clientCertificate', 'sslCert'],
    formType: 'TEXTAREA',
    label: 'Client certificate (PEM)',
  },
  {
    key: 'key',
    aliases: ['clientKey', 'sslKey'],
    formType: 'TEXTAREA',
    label: 'Client key (PEM)',
    secret: true,
  },
] as const satisfies DriverField[];

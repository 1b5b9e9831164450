import type { DriverField } from './driver-definition.js';

/** Fields of a SOCKS5 proxy. */
export const socksFields = [
  {
    key: 'useSocks',
    formType: 'CHECKBOX',
    label: 'Use a SOCKS5 proxy',
    description: 'On if a proxy host is set, unless it is turned off here.',
    endpoint: true,
    impliedBy: { keys: ['socksHost'], whenFalse: 'off' },
  },
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
    description: 'On if one of the following fields is set. It cannot be off beside one of them.',
    endpoint: true,
    impliedBy: { keys: ['sslSelfSigned', 'ca', 'cert', 'key'], whenFalse: 'refused' },
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
    pem: { type: 'authorities' },
  },
  {
    key: 'cert',
    aliases: ['clientCertificate', 'sslCert'],
    formType: 'TEXTAREA',
    label: 'Client certificate (PEM)',
    description: 'The certificate, then its intermediate certificates. It requires the client key.',
    pem: { type: 'certificate', key: 'key' },
  },
  {
    key: 'key',
    aliases: ['clientKey', 'sslKey'],
    formType: 'TEXTAREA',
    label: 'Client key (PEM)',
    description: 'Private key of the client certificate, without a passphrase.',
    secret: true,
    pem: { type: 'privateKey' },
  },
] as const satisfies DriverField[];

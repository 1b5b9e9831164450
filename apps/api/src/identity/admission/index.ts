export {
  type AdmissionDependencies,
  type AdmissionPolicy,
  type AdmissionRefusal,
  admit,
  type ExternalProfile,
} from './admission.js';
export { isAllowedDomain } from './allowed-domain.js';
export { isEmailAddress } from './email-address.js';
export { hasExternalMethods } from './external-methods.js';

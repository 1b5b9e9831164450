export { createTenants, ForeignItem, type Tenants } from './tenants.js';

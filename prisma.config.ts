import { defineConfig } from 'prisma/config';

// `generate` needs no schema engine, yet the CLI wants to download one where none is set. Any
// executable satisfies it (tried on 7.10), so machines without that download still build.
process.env.PRISMA_SCHEMA_ENGINE_BINARY ??= process.execPath;

export default defineConfig({
  schema: 'prisma/schema.prisma',
  migrations: { path: 'prisma/migrations' },
  datasource: { url: process.env.DATABASE_URL ?? 'postgresql://localhost/sluice' },
});

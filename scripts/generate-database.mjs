// Generates the sources of packages/database: the Prisma client and the module of its SQL files. Part of its build.
import { embedSql } from './lib/embed-sql.mjs';
import { ensurePrismaClient } from './lib/prisma-client.mjs';

await ensurePrismaClient();
await embedSql();

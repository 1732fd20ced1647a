import { defineConfig } from 'prisma/config';

// Prisma's native schema engine is a download that many networks block. Nothing here needs it:
// generators are JavaScript, migrations run in server/database/migrations/migrate.ts. Naming any binary stops the attempt.
process.env.PRISMA_SCHEMA_ENGINE_BINARY ??= process.execPath;

export default defineConfig({ schema: 'prisma/schema.prisma' });

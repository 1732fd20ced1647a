-- AlterTable
ALTER TABLE "import_rows" ADD COLUMN     "note" TEXT;

-- AlterTable
ALTER TABLE "imports" ADD COLUMN     "decimal_sign" TEXT NOT NULL DEFAULT '.',
ADD COLUMN     "empty_fields" TEXT[] DEFAULT ARRAY[]::TEXT[],
ADD COLUMN     "problem_groups" JSONB NOT NULL DEFAULT '[]',
ADD COLUMN     "replacements" JSONB NOT NULL DEFAULT '[]';

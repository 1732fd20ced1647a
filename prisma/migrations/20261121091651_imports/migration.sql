-- CreateTable
CREATE TABLE "imports" (
    "id" TEXT NOT NULL,
    "noun" TEXT NOT NULL,
    "file_name" TEXT NOT NULL,
    "state" TEXT NOT NULL,
    "encoding" TEXT NOT NULL,
    "separator" TEXT NOT NULL,
    "header" TEXT[],
    "columns" TEXT[],
    "total" INTEGER NOT NULL,
    "problems" INTEGER,
    "place" INTEGER NOT NULL DEFAULT 0,
    "done" INTEGER NOT NULL DEFAULT 0,
    "created" INTEGER NOT NULL DEFAULT 0,
    "updated" INTEGER NOT NULL DEFAULT 0,
    "undone" INTEGER NOT NULL DEFAULT 0,
    "kept" INTEGER NOT NULL DEFAULT 0,
    "user_id" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "imports_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "import_rows" (
    "import_id" TEXT NOT NULL,
    "number" INTEGER NOT NULL,
    "cells" JSONB NOT NULL,
    "problem" TEXT,
    "outcome" TEXT,
    "row_id" TEXT,
    "before" JSONB,
    "after" JSONB,

    CONSTRAINT "import_rows_pkey" PRIMARY KEY ("import_id","number")
);

-- CreateIndex
CREATE INDEX "imports_created_at_idx" ON "imports"("created_at");

-- AddForeignKey
ALTER TABLE "imports" ADD CONSTRAINT "imports_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "import_rows" ADD CONSTRAINT "import_rows_import_id_fkey" FOREIGN KEY ("import_id") REFERENCES "imports"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Leads are known by email and name.
CREATE INDEX "leads_email_lower" ON "leads" (lower("email"));

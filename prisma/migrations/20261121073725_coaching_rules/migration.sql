-- CreateTable
CREATE TABLE "coaching_rules" (
    "key" TEXT NOT NULL,
    "enabled" BOOLEAN NOT NULL DEFAULT true,
    "threshold" DOUBLE PRECISION,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_by" TEXT,

    CONSTRAINT "coaching_rules_pkey" PRIMARY KEY ("key")
);

-- AddForeignKey
ALTER TABLE "coaching_rules" ADD CONSTRAINT "coaching_rules_updated_by_fkey" FOREIGN KEY ("updated_by") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

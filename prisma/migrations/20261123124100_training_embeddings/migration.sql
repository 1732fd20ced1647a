-- What a training item means, as a vector of the operator's embedding model.
CREATE TABLE "training_embeddings" (
    "training_item_id" TEXT NOT NULL,
    "model" TEXT NOT NULL,
    "content_hash" TEXT NOT NULL,
    "vector" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "training_embeddings_pkey" PRIMARY KEY ("training_item_id")
);

ALTER TABLE "training_embeddings" ADD CONSTRAINT "training_embeddings_training_item_id_fkey" FOREIGN KEY ("training_item_id") REFERENCES "ai_training_data"("id") ON DELETE CASCADE ON UPDATE CASCADE;

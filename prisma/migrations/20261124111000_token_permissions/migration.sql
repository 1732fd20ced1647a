-- What a token may do with the rows of which nouns, as JSON. Null, as for all there are, is everything of its owner.
ALTER TABLE "api_tokens" ADD COLUMN     "permissions" JSONB;

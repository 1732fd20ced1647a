-- The email domains at which people may register, where an admin has set them.
ALTER TABLE "workspace_settings" ADD COLUMN     "registration_domains" TEXT[];

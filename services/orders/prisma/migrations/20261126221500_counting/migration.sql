-- AlterTable
ALTER TABLE "milestones" ADD COLUMN "leaves_unscanned" BOOLEAN NOT NULL DEFAULT false;

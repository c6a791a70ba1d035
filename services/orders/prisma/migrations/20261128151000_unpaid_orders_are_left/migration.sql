-- A milestone of an agent that says "Livrée" leaves parcels with a rest.
ALTER TABLE "milestones" ADD COLUMN "leaves_unpaid" BOOLEAN NOT NULL DEFAULT false;

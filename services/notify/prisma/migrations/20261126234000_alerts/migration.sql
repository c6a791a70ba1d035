-- CreateTable
CREATE TABLE "alerts" (
    "id" SERIAL NOT NULL,
    "kind" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "detail" TEXT NOT NULL,
    "began_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "ended_at" TIMESTAMPTZ(3),
    "began_mailed_at" TIMESTAMPTZ(3),
    "ended_mailed_at" TIMESTAMPTZ(3),

    CONSTRAINT "alerts_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "process_starts" (
    "process" TEXT NOT NULL,
    "instance" TEXT NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "process_starts_pkey" PRIMARY KEY ("process","instance","started_at")
);

-- CreateTable
CREATE TABLE "watch_times" (
    "name" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "watch_times_pkey" PRIMARY KEY ("name")
);

-- CreateIndex
CREATE INDEX "alerts_ended_at_idx" ON "alerts"("ended_at");

-- A problem has one alert at a time, whichever replica begins it.
CREATE UNIQUE INDEX "alerts_open_key" ON "alerts"("kind", "subject") WHERE "ended_at" IS NULL;

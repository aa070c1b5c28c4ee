/** Unpacks Chromium once, before two files of tests start it at the same time and one finds half a program. */
import packed from '@sparticuz/chromium'

export async function setup(): Promise<void> {
  await packed.executablePath()
}

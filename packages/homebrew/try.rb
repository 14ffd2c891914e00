# Installs from a formula as Homebrew would on this machine, and runs its test: `ruby packages/homebrew/try.rb FORMULA FOLDER`.
# Archives are those in FOLDER. What Homebrew offers to formulas is here only as far as this one uses it.

require "digest"
require "etc"
require "fileutils"
require "open3"
require "pathname"
require "tmpdir"

formula, folder = ARGV
MACHINE = { on_linux: RUBY_PLATFORM.include?("linux"), on_macos: RUBY_PLATFORM.include?("darwin"),
            on_intel: RUBY_PLATFORM.match?(/x86_64|i686/), on_arm: RUBY_PLATFORM.match?(/aarch64|arm64/) }

# A folder that files are installed into.
class Pathname
  def install(*files)
    mkpath
    files.flat_map { |it| it.is_a?(Hash) ? it.to_a : [[it, File.basename(it)]] }
         .each { |from, to| FileUtils.cp(from, self / to) }
  end

  def write(text)
    File.write(self, text)
  end
end

class Formula
  class << self
    attr_reader :facts, :check

    %i[desc homepage version license url sha256].each do |name|
      define_method(name) { |value| (@facts ||= {})[name] = value }
    end
    MACHINE.each { |name, is_here| define_method(name) { |&block| block.call if is_here } }

    def test(&block)
      @check = block
    end
  end

  attr_reader :testpath

  def initialize(prefix, testpath)
    @prefix = Pathname(prefix)
    @testpath = Pathname(testpath)
  end

  def bin = @prefix / "bin"
  def man1 = @prefix / "share/man/man1"
  def bash_completion = @prefix / "etc/bash_completion.d"
  def zsh_completion = @prefix / "share/zsh/site-functions"
  def fish_completion = @prefix / "share/fish/vendor_completions.d"

  def shell_output(command)
    output, status = Open3.capture2(command)
    status.success? or raise "#{command}: #{status}"
    output
  end

  def assert_match(pattern, text)
    text.match?(pattern) or raise "#{pattern.inspect} is not in:\n#{text}"
  end
end

load formula
facts = Oxmca.facts
%i[desc homepage version license url sha256].each { |name| facts[name] or abort "the formula has no #{name} for this machine" }
archive = File.join(folder, File.basename(facts[:url]))
Digest::SHA256.file(archive).hexdigest == facts[:sha256] or abort "#{archive} has another checksum than the formula"
Dir.mktmpdir do |scratch|
  system("tar", "-xzf", File.expand_path(archive), "-C", scratch) or abort "#{archive} cannot be unpacked"
  # Homebrew begins in the only folder of an archive.
  tops = Dir.children(scratch)
  tops.length == 1 or abort "#{archive} has several folders"
  installed = Oxmca.new(File.join(scratch, "prefix"), File.join(scratch, "test").tap { |it| Dir.mkdir(it) })
  Dir.chdir(File.join(scratch, tops[0])) { installed.install }
  installed.instance_eval(&Oxmca.check)
  files = Dir.glob("**/*", base: File.join(scratch, "prefix")).select { |it| File.file?(File.join(scratch, "prefix", it)) }
  puts "formula: #{files.length} files installed, its test passes"
end

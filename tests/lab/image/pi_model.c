// The two facts by which programs tell a Raspberry Pi: its model and its revision.
#include <linux/module.h>
#include <linux/proc_fs.h>

static struct proc_dir_entry *top;

static const char model[] = "Raspberry Pi 4 Model B Rev 1.1";
static const char revision[] = { 0x00, 0xc0, 0x31, 0x11 };

static ssize_t read_model(struct file *file, char __user *to, size_t n, loff_t *at)
{
	return simple_read_from_buffer(to, n, at, model, sizeof(model));
}

static ssize_t read_revision(struct file *file, char __user *to, size_t n, loff_t *at)
{
	return simple_read_from_buffer(to, n, at, revision, sizeof(revision));
}

static const struct proc_ops model_ops = { .proc_read = read_model, .proc_lseek = default_llseek };
static const struct proc_ops revision_ops = { .proc_read = read_revision, .proc_lseek = default_llseek };

static int __init pi_model_init(void)
{
	struct proc_dir_entry *system;

	top = proc_mkdir("device-tree", NULL);
	if (!top)
		return -ENOMEM;
	system = proc_mkdir("system", top);
	if (!proc_create("model", 0444, top, &model_ops) || !system ||
	    !proc_create("linux,revision", 0444, system, &revision_ops)) {
		proc_remove(top);
		return -ENOMEM;
	}
	return 0;
}

static void __exit pi_model_exit(void)
{
	proc_remove(top);
}

module_init(pi_model_init);
module_exit(pi_model_exit);
MODULE_LICENSE("GPL");
MODULE_DESCRIPTION("Says that this virtual computer is a Raspberry Pi");
